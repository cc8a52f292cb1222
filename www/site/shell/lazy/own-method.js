// The reader's own methods. Few links have such a method, so pages load this module on demand.

export { methodOfLink, nameOfOwn } from "../../../choice/own-method.js";
