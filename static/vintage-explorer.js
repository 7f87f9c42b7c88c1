// Defines `<vintage-explorer>`: `<script type="module" src="…/static/vintage-explorer.js"></script>`.
import { define } from "./element.js";

define();
