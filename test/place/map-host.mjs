// Serves as the host of short links, in its own process: prints its address and answers by path.
import { createServer } from 'node:http';

const place =
  'https://www.google.com/maps/place/Alexanderplatz/@52.5,13.4,17z/data=!3d52.5219!4d13.4132';

/** Requested paths, which `/requests` returns. */
const requests = [];

const server = createServer((request, response) => {
  const { url = '/' } = request;
  const redirect = (location, status = 302) =>
    response.writeHead(status, { location }).end('<a href="/body-is-not-read">moved</a>');
  if (url === '/requests') {
    response.end(JSON.stringify(requests));
    return;
  }
  requests.push(url);
  const [, name = '', count = ''] = /^\/([a-z-]+)\/?(\d*)/.exec(url) ?? [];
  if (name === 'place') redirect(place);
  else if (name === 'relative') redirect('/place', 301);
  else if (name === 'named') redirect('https://maps.google.com?q=Alexandria,+Egypt&ftid=0x1', 307);
  else if (name === 'consent') {
    redirect(`https://consent.google.com/m?continue=${encodeURIComponent(place)}&gl=DE`);
  } else if (name === 'chain') redirect(Number(count) > 0 ? `/chain/${Number(count) - 1}` : place);
  else if (name === 'elsewhere') redirect('https://example.com/');
  else if (name === 'internal') redirect('http://169.254.169.254/latest/meta-data');
  else if (name === 'page') response.end('<meta http-equiv="refresh" content="0;url=/place">');
  else if (name === 'endless') {
    response.writeHead(302, { location: place });
    const timer = setInterval(() => response.write('x'.repeat(65_536)), 1);
    response.on('close', () => clearInterval(timer));
  } else if (name === 'missing') response.writeHead(404).end();
  // Any other path never answers.
});

server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${server.address().port}\n`);
});
