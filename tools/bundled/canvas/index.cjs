// The server reads PDF files and never draws them.
module.exports = { DOMMatrix: class {}, Path2D: class {} };
