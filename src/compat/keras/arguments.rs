//! Arguments that classes of Keras 3 take without a row in `keras_classes.csv`.

/// Arguments that every layer of Keras 3 takes.
pub const OF_LAYERS: [&str; 5] = ["activity_regularizer", "autocast", "dtype", "name", "trainable"];

/// Classes that accept unknown arguments, or parse their configuration themselves.
pub const OPEN: [&str; 8] = [
    "InputLayer",
    "Lambda",
    "TFOpLambda",
    "SlicingOpLambda",
    "TextVectorization",
    "Discretization",
    "Sequential",
    "Functional",
];
