'use strict';

const { loadPrebuilt } = require('../../prebuilds/load.cjs');

/** Replaces the package `bindings`, which looks for modules that were compiled where they are installed. */
module.exports = (name) => loadPrebuilt(name);
