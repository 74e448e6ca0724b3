'use strict';

const { formatQuote } = require('./format');
const { quote } = require('./quote');
const { zoneOf } = require('./zones');

module.exports = { formatQuote, quote, zoneOf };
