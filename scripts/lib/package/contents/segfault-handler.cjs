'use strict';

/**
 * Replaces the package `segfault-handler`, which naudiodon requires: its native module is for one version of Node.js, and
 * Guildhall removes its handlers because a driver that faults must end.
 */
module.exports = { registerHandler() {} };
