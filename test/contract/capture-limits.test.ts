import { describe, expect, it } from 'vitest';
import { mediaTypes, sizeLimit } from '../../src/modules/evidence/media-types.js';
import { bytesMax, sentTypes } from '../../src/pages/client/capture/photo-file.js';

describe('the files that the capture page sends', () => {
  it('have the types that the service accepts', () => expect(sentTypes).toEqual(mediaTypes));

  it.each([...mediaTypes, 'video/x-m4v', 'image/heif', 'text/plain', ''])(
    'have the maximum size that the service accepts: %s',
    (type) => expect(bytesMax(type)).toBe(sizeLimit(type)),
  );
});
