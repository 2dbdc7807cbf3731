// Loaded into a service before its own code: what a test wants of the process from outside.
import http from 'node:http';
import net from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

/** On SIGUSR2, prints the bytes that this thread holds once what is garbage is collected. */
process.on('SIGUSR2', () => {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  process.stdout.write(`holds ${heapUsed + external} bytes\n`);
});

// The service listens on a socket of the file system besides: its buffers take far less than those of TCP, so that a
// reader who stops reading is felt by the service soon.
const { listen } = net.Server.prototype;
http.Server.prototype.listen = function (...given) {
  const path = process.env['TEST_SOCKET'];
  if (path) net.createServer((socket) => this.emit('connection', socket)).listen(path);
  return listen.apply(this, given);
};
