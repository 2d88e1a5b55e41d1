/** Runs inside the page; see the file beside it. */
export class ElementLocators {}
