import QRCode from 'qrcode';
import type { Sheet, StructElement } from './sheet.js';

/** Draws a QR code as one vector figure, with the quiet zone of four modules that scanners need. */
export function drawQr(
  sheet: Sheet,
  text: string,
  x: number,
  y: number,
  { side, alt, parent }: { side: number; alt: string; parent?: StructElement },
): void {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'L' });
  const unit = side / (modules.size + 8);
  const left = sheet.left(x, side);
  sheet.tag(
    'Figure',
    () => {
      for (let row = 0; row < modules.size; row++) {
        for (let column = 0; column < modules.size; column++) {
          if (modules.get(row, column)) {
            sheet.doc.rect(left + (column + 4) * unit, y + (row + 4) * unit, unit, unit);
          }
        }
      }
      sheet.doc.fill('#000000');
    },
    { alt, ...(parent && { parent }) },
  );
}
