//! Readers of file formats, on real files, damaged files and files built here.

mod damage_places;
mod events;
mod forms;
mod graph_files;
mod hdf5_layouts;
mod keras_damage;
mod keras_golden;
mod limits;
mod stored_values;
mod tflite_damage;
mod tflite_external;
mod tflite_golden;
