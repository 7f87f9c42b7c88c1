// Gives the test what the package exports, and the exercise.
import { open, VintageError } from "vintage-explorer";
import { exercise } from "../exercise.mjs";

window.open_ = open;
window.exercise = (sources, options) => exercise({ open, VintageError }, sources, options);
