import { expect, it } from 'vitest';
import { readLogo } from './brand.ts';

const svg = (inside: string, attributes = '') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"${attributes}>${inside}</svg>`);

it.each([
  [
    'an SVG',
    Buffer.concat([
      Buffer.from('\uFEFF<?xml version="1.0"?>\n<!-- drawn by hand -->\n'),
      svg('<use href="#a"/><style>a{fill:url(#b)}</style>'),
    ]),
    /^\/brand\/[\w-]{16}\.svg$/,
  ],
  ['a PNG', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]), /^\/brand\/[\w-]{16}\.png$/],
])('accepts %s, under a name derived from its content', (_what, bytes, path) => {
  expect(readLogo(bytes)).toMatchObject({ path: expect.stringMatching(path), bytes });
  expect(readLogo(Buffer.concat([bytes, Buffer.from(' ')]))).not.toMatchObject({ path: (readLogo(bytes) as { path: string }).path });
});

it.each([
  ['a page', Buffer.from('<html><svg></svg></html>')],
  ['a JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
  ['nothing', Buffer.alloc(0)],
  ['too much', svg('<path d="'.padEnd(64 * 1024, '0'))],
  ['a script', svg('<script>alert(1)</script>')],
  ['an event', svg('', '\nonload="alert(1)"')],
  ['a page within', svg('<foreignObject><p/></foreignObject>')],
  ['a reference elsewhere', svg('<image href="https://example.com/x.png"/>')],
  ['a reference by its old name', svg("<use xlink:href='data:image/svg+xml,x'/>")],
  ['a style from elsewhere', svg('<style>@import "x.css"</style>')],
  ['a fill from elsewhere', svg('<path fill="url(https://example.com/x#a)"/>')],
  ['an entity', Buffer.from('<!DOCTYPE svg [<!ENTITY a "b">]><svg></svg>')],
])('refuses %s', (_what, bytes) => {
  expect(readLogo(bytes)).toMatch(/^must be .*\.$/);
});
