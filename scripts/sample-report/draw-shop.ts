import sharp from 'sharp';

/** Size of the drawing. */
const width = 1600;
const height = 1200;
/** Size of the pictures. */
const pixels = { width: 1280, height: 960 };

/** The part of the drawing that a picture shows, in the drawing's units, and how crooked it is held, in degrees. */
interface View {
  x: number;
  y: number;
  width: number;
  tilt: number;
}

/** One picture for each step of the service `storefront_open`. */
const views = {
  arrival_overview: { x: 20, y: 20, width: 1560, tilt: -0.4 },
  storefront_sign: { x: 450, y: 380, width: 700, tilt: 1.2 },
  entrance_open: { x: 690, y: 560, width: 510, tilt: -1 },
  opening_hours: { x: 905, y: 672, width: 150, tilt: 2 },
} satisfies Record<string, View>;
export type DrawnStep = keyof typeof views;
export const drawnSteps = Object.keys(views) as DrawnStep[];

const repeat = (count: number, draw: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => draw(index)).join('');

const rect = (x: number, y: number, w: number, h: number, fill: string, more = '') =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${fill}" ${more}/>`;

const houseWindow = (x: number, y: number, w: number, h: number) => `
  ${rect(x - 8, y - 8, w + 16, h + 16, '#e9e4d8')}
  ${rect(x, y, w, h, 'url(#pane)')}
  ${rect(x + w / 2 - 3, y, 6, h, '#e9e4d8')}
  ${rect(x, y + h / 3, w, 5, '#e9e4d8')}
  ${rect(x + 4, y + 6, w * 0.2, h - 12, '#f4efe4', 'opacity=".55"')}
  ${rect(x - 16, y + h + 8, w + 32, 10, '#c9c1b0')}`;

const house = (x: number, w: number, fill: string, windows: number) => `
  ${rect(x, 90, w, 840, fill)}
  ${rect(x - 6, 76, w + 12, 22, '#8d8779')}
  ${repeat(2, (row) =>
    repeat(windows, (column) => {
      const gap = w / windows;
      return houseWindow(x + gap * column + gap / 2 - 42, 140 + row * 180, 84, 118);
    }),
  )}`;

const loaf = (x: number, y: number, w: number) => `
  <ellipse cx="${x}" cy="${y}" rx="${w}" ry="${w * 0.48}" fill="#b97a35"/>
  <ellipse cx="${x}" cy="${y - w * 0.12}" rx="${w * 0.82}" ry="${w * 0.3}" fill="#d79a4c"/>
  ${repeat(3, (i) => `<path d="M${x - w * 0.5 + i * w * 0.42} ${y - w * 0.32}l${w * 0.2} ${w * 0.4}" stroke="#8f5a22" stroke-width="${w * 0.07}"/>`)}`;

const shelf = (x: number, y: number, w: number, loaves: number) => `
  ${rect(x, y, w, 9, '#7a4f27')}
  ${repeat(loaves, (i) => loaf(x + (w / loaves) * (i + 0.5), y - 12, w / loaves / 2.6))}`;

const shopWindow = (x: number, w: number, loaves: number) => `
  ${rect(x, 622, w, 252, 'url(#warm)')}
  ${repeat(3, (row) => shelf(x + 10, 700 + row * 70, w - 20, loaves))}
  <path d="M${x + w * 0.15} 622h${w * 0.25}l-${w * 0.15} 252h-${w * 0.25}z" fill="#fff" opacity=".13"/>
  <rect x="${x}" y="622" width="${w}" height="252" fill="none" stroke="#173f33" stroke-width="12"/>`;

const person = (x: number, coat: string, hair: string) => `
  <path d="M${x - 17} 905v-95q0-34 17-34t17 34v95z" fill="${coat}"/>
  <circle cx="${x}" cy="760" r="14" fill="${hair}"/>`;

const entrance = `
  ${rect(800, 612, 140, 318, 'url(#inside)')}
  ${shelf(806, 690, 128, 5)}${shelf(806, 740, 128, 5)}
  ${rect(800, 838, 140, 70, '#8a5a2c')}${rect(796, 830, 148, 10, '#e3d2b0')}
  ${person(826, '#3f5674', '#3a2a1e')}${person(868, '#7b3b3b', '#8a6a3e')}
  <path d="M800 930l0-14h140l14 14z" fill="#b9ad98"/>
  <path d="M940 612l-34 22v284l34 12z" fill="#1f5545"/>
  <path d="M932 632l-20 12v230l20 8z" fill="#cfe0dc" opacity=".7"/>
  <circle cx="911" cy="790" r="4" fill="#d9b45c"/>
  <rect x="794" y="606" width="152" height="324" fill="none" stroke="#173f33" stroke-width="12"/>
  <g transform="rotate(-4 870 662)">${rect(842, 645, 56, 26, '#fbf6e8', 'rx="3"')}
    <text x="870" y="664" font-size="17" font-weight="bold" fill="#1c6b3c" text-anchor="middle">OPEN</text></g>`;

const hours = [
  ['Monday – Friday', '6:30 – 18:30'],
  ['Saturday', '7:00 – 14:00'],
  ['Sunday', '8:00 – 12:00'],
] as const;

const hoursPlate = `
  ${rect(954, 692, 54, 66, '#10241d', 'rx="2" opacity=".5" transform="translate(1.2 1.6)"')}
  ${rect(954, 692, 54, 66, '#f6f1e3', 'rx="2"')}
  <rect x="956" y="694" width="50" height="62" rx="1.4" fill="none" stroke="#1f5545" stroke-width=".7"/>
  <text x="981" y="704" font-size="6" font-weight="bold" fill="#1f5545" text-anchor="middle">Corner Bakery</text>
  <text x="981" y="712" font-size="4.4" fill="#333" text-anchor="middle">Opening hours</text>
  ${hours
    .map(([days, time], i) => {
      const y = 722 + i * 11.5;
      return `<text x="959" y="${y}" font-size="4" fill="#333">${days}</text>
        <text x="959" y="${y + 4.8}" font-size="4.6" font-weight="bold" fill="#111">${time}</text>`;
    })
    .join('')}
  ${[
    [957, 695],
    [1005, 695],
    [957, 755],
    [1005, 755],
  ]
    .map(([x, y]) => `<circle cx="${x}" cy="${y}" r=".9" fill="#8c8c86"/>`)
    .join('')}`;

const shop = `
  ${rect(480, 520, 640, 410, '#2a6350')}
  ${rect(480, 874, 640, 56, '#1c4a3b')}
  ${repeat(13, (i) => rect(492 + i * 48, 884, 36, 34, '#245645'))}
  ${shopWindow(508, 262, 5)}${shopWindow(1020, 84, 2)}
  ${entrance}
  ${hoursPlate}
  ${rect(470, 500, 660, 96, '#143b30')}
  ${rect(478, 508, 644, 80, '#1b4d3e')}
  <text x="800" y="567" font-family="DejaVu Serif" font-size="56" font-weight="bold" fill="#e8c87a" text-anchor="middle" letter-spacing="3">CORNER BAKERY</text>
  <path d="M498 596h290l-18 46H480z" fill="#c8503e"/>
  ${repeat(6, (i) => `<path d="M${522 + i * 48} 596h24l-2 46h-24z" fill="#f3ead8"/>`)}`;

const street = `
  ${rect(0, 930, width, 74, '#b3aea4')}
  ${repeat(22, (i) => `<path d="M${i * 80 - 40} 930l-22 74" stroke="#99948a" stroke-width="2"/>`)}
  <path d="M0 962h${width}" stroke="#99948a" stroke-width="2"/>
  ${rect(0, 1004, width, 12, '#8c877d')}
  ${rect(0, 1016, width, 184, 'url(#road)')}
  ${repeat(6, (i) => rect(40 + i * 280, 1116, 150, 9, '#d8d5cc', 'opacity=".8"'))}
  ${rect(1230, 420, 10, 560, '#4b4f52')}<path d="M1235 424q0-26-40-26h-20" stroke="#4b4f52" stroke-width="8" fill="none"/>
  <ellipse cx="1168" cy="402" rx="22" ry="8" fill="#d9d3b4"/>
  ${rect(300, 700, 22, 270, '#5d4633')}
  ${[
    [310, 610, 112],
    [240, 660, 78],
    [384, 664, 84],
    [300, 545, 72],
  ]
    .map(
      ([x, y, r], i) =>
        `<circle cx="${x}" cy="${y}" r="${r}" fill="${['#5f7d3f', '#54723a', '#6a8a48', '#739450'][i]}"/>`,
    )
    .join('')}
  ${rect(264, 958, 96, 20, '#6f665a')}`;

const scene = `
  <defs>
    <linearGradient id="sky" x2="0" y2="1"><stop stop-color="#9db8d1"/><stop offset="1" stop-color="#e2e6e4"/></linearGradient>
    <linearGradient id="pane" x2="1" y2="1"><stop stop-color="#7b95a6"/><stop offset=".5" stop-color="#51687a"/><stop offset="1" stop-color="#3c4f5e"/></linearGradient>
    <linearGradient id="warm" x2="0" y2="1"><stop stop-color="#f7dfa4"/><stop offset="1" stop-color="#a8713a"/></linearGradient>
    <linearGradient id="inside" x2="0" y2="1"><stop stop-color="#fbe7b4"/><stop offset="1" stop-color="#a26c35"/></linearGradient>
    <linearGradient id="road" x2="0" y2="1"><stop stop-color="#6b6c6e"/><stop offset="1" stop-color="#4e4f52"/></linearGradient>
  </defs>
  ${rect(-100, -100, width + 200, height, 'url(#sky)')}
  ${house(-30, 500, '#b7a58f', 4)}${house(1130, 520, '#8f9ba0', 4)}${house(470, 662, '#d8c7a3', 5)}
  ${rect(-30, 560, 500, 370, '#a39079')}${houseWindow(40, 640, 130, 190)}
  ${rect(1130, 560, 520, 370, '#7d898e')}${houseWindow(1290, 640, 120, 190)}
  ${rect(1460, 640, 110, 290, '#5b4a3c')}
  ${shop}
  ${street}`;

const label = `<svg xmlns="http://www.w3.org/2000/svg" width="${pixels.width}" height="${pixels.height}"
  viewBox="0 0 ${width} ${height}">
  ${rect(0, height - 84, width, 84, '#000', 'opacity=".62"')}
  <text x="32" y="${height - 28}" font-family="DejaVu Sans" font-size="44" font-weight="bold" fill="#fff">SAMPLE – a drawing, not a photo</text>
</svg>`;

/** Draws a picture of an open bakery as a JPEG of 1280 × 960 pixels, labelled as a sample. */
export async function drawShop(step: DrawnStep): Promise<Buffer> {
  const view = views[step];
  const tall = (view.width * height) / width;
  const centre = `${view.x + view.width / 2} ${view.y + tall / 2}`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${pixels.width}" height="${pixels.height}" font-family="DejaVu Sans"
    viewBox="${view.x} ${view.y} ${view.width} ${tall}"><g transform="rotate(${view.tilt} ${centre})">${scene}</g></svg>`;
  // Grain as of a camera, which also makes flat areas look less like a diagram.
  const noise = { type: 'gaussian', mean: 128, sigma: 12 } as const;
  const grain = await sharp({
    create: { ...pixels, channels: 3, background: '#808080', noise },
  })
    .blur(0.7)
    .png()
    .toBuffer();
  return sharp(Buffer.from(svg))
    .flatten()
    .blur(0.6)
    .composite([{ input: grain, blend: 'soft-light' }, { input: Buffer.from(label) }])
    .jpeg({ quality: 74 })
    .toBuffer();
}
