import "cellveil/builder.js";
import "cellveil/element.js";
