// The error that everything about files, targets and models is thrown as. Wrong arguments are TypeErrors.

/** An error with a stable id, its values, and the sentence in the session's language as the message. */
export class VintageError extends Error {
  constructor(sentence, { id, params = {}, ...details }, options) {
    super(sentence, options);
    this.name = "VintageError";
    this.id = id;
    this.params = params;
    Object.assign(this, details);
  }
}
