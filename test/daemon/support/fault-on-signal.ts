// Loaded into a daemon with `node --import`: SIGUSR2 causes a fault that no boundary handles.

process.on('SIGUSR2', () => {
  setImmediate(() => {
    const fault = new RangeError('injected fault');
    if (process.env.GUILDHALL_TEST_FAULT === 'rejection') void Promise.reject(fault);
    else throw fault;
  });
});
