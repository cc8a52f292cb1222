/** An error in a file of boundaries. The message names the expected content. */
export class BoundariesError extends Error {}
