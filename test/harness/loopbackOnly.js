/**
 * Loaded before anything else by tests and by the extension hosts of tests: no socket is opened to
 * another machine, whichever client asks for one, so no test can spend anyone’s calls.
 */
import { Socket } from 'node:net';

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|::1|\[::1\])$/;
const { connect } = Socket.prototype;

/** @param {readonly unknown[]} args what `connect` takes: a port and a host, options, or a path */
function hostOf(args) {
  const [first, second] = Array.isArray(args[0]) ? args[0] : args;
  if (typeof first === 'object' && first !== null) {
    return 'path' in first && first.path ? undefined : first.host;
  }
  return typeof second === 'string' ? second : undefined;
}

Socket.prototype.connect = function (...args) {
  const host = hostOf(args);
  if (host === undefined || loopback.test(host)) return connect.apply(this, args);
  const error = new Error(`The tests call no other machine: ${host}`);
  process.nextTick(() => this.destroy(Object.assign(error, { code: 'ELOOPBACKONLY' })));
  return this;
};
