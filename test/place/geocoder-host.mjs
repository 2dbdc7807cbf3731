// Serves as a geocoder of each kind, in its own process: prints its address, answers with the recorded responses, and
// fails as the text of a search says. `/requests` returns the requests so far.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const recorded = (name) =>
  readFileSync(new URL(`../fixtures/geocoder/${name}.json`, import.meta.url), 'utf8');

/** Returns the kind of geocoder that documents a path, and the request. */
function kindOf({ pathname, searchParams }) {
  if (pathname === '/search') return ['nominatim', 'search'];
  if (pathname === '/api/') return ['photon', 'search'];
  if (pathname === '/v1/search') return ['pelias', 'search'];
  if (pathname === '/v1/reverse') return ['pelias', 'reverse'];
  if (pathname !== '/reverse') return null;
  return [searchParams.has('format') ? 'nominatim' : 'photon', 'reverse'];
}

const requests = [];
const recovered = new Set();

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://geocoder.test');
  const send = (body, status = 200, headers = {}) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  if (url.pathname === '/requests') return send(JSON.stringify(requests));
  requests.push({ url: request.url, userAgent: request.headers['user-agent'] });
  const found = kindOf(url);
  if (!found) return send('{"error":"no such path"}', 404);
  const [kind, call] = found;
  const text = url.searchParams.get('q') ?? url.searchParams.get('text') ?? '';
  if (/^Slow/.test(text)) return undefined;
  if (/^Down/.test(text)) return request.socket.destroy();
  if (/^Broken/.test(text)) return send('{"error":"internal"}', 500);
  if (/^Flaky/.test(text) && !recovered.has(text)) {
    recovered.add(text);
    return send('{"error":"internal"}', 500);
  }
  if (/^Limited/.test(text)) return send('{}', 429, { 'retry-after': '30' });
  if (/^Forbidden/.test(text)) return send('{}', 403);
  if (/^Html/.test(text)) return send('<html><body>Welcome</body></html>');
  if (/^Garbage/.test(text)) return send('[{"lat":"north","lon":{},"features":7}]');
  if (/^Huge/.test(text)) return send(`[${' '.repeat(5 * 1024 * 1024)}]`);
  if (/^Moved/.test(text)) return send('', 302, { location: 'http://127.0.0.1:1/' });
  const latitude = Number(url.searchParams.get('lat') ?? url.searchParams.get('point.lat'));
  const isNowhere = call === 'reverse' && Math.abs(latitude) < 1;
  return send(recorded(/^Nothing/.test(text) || isNowhere ? `${kind}-nothing` : `${kind}-${call}`));
});

server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${server.address().port}\n`);
});
