import { describe, expect, it } from 'vitest';
import { pixelsMax } from '../../src/modules/evidence/media-content.js';
import { isPictureType, mediaTypes, sizeLimit } from '../../src/modules/evidence/media-types.js';
import { accuracyMetresMax } from '../../src/modules/evidence/metres-and-times.js';
import {
  bytesMax,
  pixelsMax as sentPixelsMax,
  sentTypes,
} from '../../src/pages/client/capture/photo-file.js';
import { accuracyMetresMax as sentAccuracyMetresMax } from '../../src/pages/client/capture/position-text.js';

describe('the files that the capture page sends', () => {
  it('have the types that the service accepts', () => expect(sentTypes).toEqual(mediaTypes));

  it.each([...mediaTypes, 'video/x-m4v', 'image/heif', 'text/plain', ''])(
    'have the maximum size that the service accepts: %s',
    (type) => expect(bytesMax(type)).toBe(sizeLimit(type)),
  );

  it.each(mediaTypes.filter(isPictureType))(
    'may have as many pixels as the service decodes: %s',
    (type) => expect(sentPixelsMax(type)).toBe(pixelsMax(type)),
  );

  it('may be as far from the address as the service allows', () =>
    expect(sentAccuracyMetresMax).toBe(accuracyMetresMax));
});
