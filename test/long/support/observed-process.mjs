// Loaded into a service before its own code, so that a test can observe and control the process from outside.
import http from 'node:http';
import net from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

/** On SIGUSR2, prints the bytes in use by this thread after garbage collection. */
process.on('SIGUSR2', () => {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  process.stdout.write(`holds ${heapUsed + external} bytes\n`);
});

// The service also listens on a Unix socket. Its buffers are far smaller than those of TCP, so the service soon notices
// a client that stops reading. The first listener is the public one.
const { listen } = net.Server.prototype;
let path = process.env['TEST_SOCKET'];
http.Server.prototype.listen = function (...given) {
  if (path) net.createServer((socket) => this.emit('connection', socket)).listen(path);
  path = undefined;
  return listen.apply(this, given);
};
