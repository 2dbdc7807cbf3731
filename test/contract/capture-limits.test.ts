import { describe, expect, it } from 'vitest';
import { mediaTypes, sizeLimit } from '../../src/modules/evidence/media-types.js';
import { bytesMax, sentTypes } from '../../src/pages/client/capture/photo-file.js';

describe('what the capture page sends', () => {
  it('is what the service takes', () => expect(sentTypes).toEqual(mediaTypes));

  it.each([...mediaTypes, 'video/x-m4v', 'image/heif', 'text/plain', ''])(
    'may be as large as the service takes it: %s',
    (type) => expect(bytesMax(type)).toBe(sizeLimit(type)),
  );
});
