/**
 * The examples of "Signature Calculations for the Authorization Header" and "Using Query Parameters" in the
 * documentation of Amazon S3.
 */
import { describe, expect, it } from 'vitest';
import { checkSignature, type S3Request } from './s3-signature.ts';

const credentials = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
};
const at = Date.UTC(2013, 4, 24);
const host = 'examplebucket.s3.amazonaws.com';
const emptyHash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

function signed(names: string, signature: string, more: S3Request['headers'] = {}): S3Request['headers'] {
  const scope = `${credentials.accessKeyId}/20130524/us-east-1/s3/aws4_request`;
  const authorization = `AWS4-HMAC-SHA256 Credential=${scope},SignedHeaders=${names},Signature=${signature}`;
  return { host, 'x-amz-date': '20130524T000000Z', 'x-amz-content-sha256': emptyHash, authorization, ...more };
}

const nothing = new Uint8Array();
const examples: readonly (readonly [string, S3Request])[] = [
  [
    'GET of a range',
    {
      method: 'GET',
      target: '/test.txt',
      headers: signed('host;range;x-amz-content-sha256;x-amz-date', 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41', {
        range: 'bytes=0-9',
      }),
      body: nothing,
    },
  ],
  [
    'PUT',
    {
      method: 'PUT',
      target: '/test%24file.text',
      headers: signed(
        'date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class',
        '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
        {
          date: 'Fri, 24 May 2013 00:00:00 GMT',
          'x-amz-storage-class': 'REDUCED_REDUNDANCY',
          'x-amz-content-sha256': '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
        },
      ),
      body: Buffer.from('Welcome to Amazon S3.'),
    },
  ],
  [
    'GET of a part of the bucket that has no value',
    {
      method: 'GET',
      target: '/?lifecycle',
      headers: signed('host;x-amz-content-sha256;x-amz-date', 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543'),
      body: nothing,
    },
  ],
  [
    'GET of a list',
    {
      method: 'GET',
      target: '/?max-keys=2&prefix=J',
      headers: signed('host;x-amz-content-sha256;x-amz-date', '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7'),
      body: nothing,
    },
  ],
  [
    'GET by a presigned address',
    {
      method: 'GET',
      target:
        '/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
      headers: { host },
      body: nothing,
    },
  ],
];

describe('a signature', () => {
  it.each(examples)('accepts the documented example: %s', (_name, request) => {
    expect(checkSignature(request, credentials, at)).toBeUndefined();
  });

  it.each(examples)('is invalid after any change: %s', (_name, request) => {
    const wrong = ['SignatureDoesNotMatch', 'XAmzContentSHA256Mismatch', 'AccessDenied'];
    expect(wrong).toContain(checkSignature({ ...request, method: 'DELETE' }, credentials, at));
    expect(wrong).toContain(checkSignature({ ...request, target: request.target.replace('/', '/x') }, credentials, at));
    expect(wrong).toContain(checkSignature({ ...request, headers: { ...request.headers, host: 'elsewhere' } }, credentials, at));
    expect(wrong).toContain(checkSignature(request, { ...credentials, secretAccessKey: 'other' }, at));
    expect(wrong).toContain(checkSignature(request, { ...credentials, accessKeyId: 'other' }, at));
  });

  it('expires', () => {
    const [header, presigned] = [examples[0]?.[1], examples.at(-1)?.[1]];
    if (!header || !presigned) throw new Error('there are no examples');
    expect(checkSignature(header, credentials, at + 16 * 60_000)).toBe('RequestTimeTooSkewed');
    expect(checkSignature(presigned, credentials, at + 86_399_000)).toBeUndefined();
    expect(checkSignature(presigned, credentials, at + 86_400_000)).toBe('AccessDenied');
  });
});
