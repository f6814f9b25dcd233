import { describe, expect, it } from 'vitest';
import { parsePostgresUrl } from './postgres-url.ts';

describe('a PostgreSQL URL', () => {
  it.each([
    ['postgres://u:p@db/cedar', ['postgres://u:p@db/cedar'], false],
    ['postgresql://u:p@db:5433/cedar?sslmode=require', ['postgresql://u:p@db:5433/cedar?sslmode=require'], false],
    ['postgres://u:p@db/cedar?target_session_attrs=read-write', ['postgres://u:p@db/cedar'], true],
    ['postgres://u:p@a,b/cedar', ['postgres://u:p@a/cedar', 'postgres://u:p@b/cedar'], true],
    [
      'postgres://u:p%40,x@a:5432,[::1]:5433/cedar?sslmode=require&target_session_attrs=primary',
      ['postgres://u:p%40,x@a:5432/cedar?sslmode=require', 'postgres://u:p%40,x@[::1]:5433/cedar?sslmode=require'],
      true,
    ],
    ['postgres://a,b/cedar?target_session_attrs=any', ['postgres://a/cedar', 'postgres://b/cedar'], true],
  ])('%s', (url, hosts, needsWrites) => {
    expect(parsePostgresUrl(url)).toEqual({ hosts, needsWrites });
  });

  it.each(['postgres//db', 'mysql://db/x', 'postgres://a,/x', 'postgres://a:port,b/x', 'postgres://a/x?target_session_attrs=standby', ''])(
    'is not %j',
    (url) => {
      expect(parsePostgresUrl(url)).toBeUndefined();
    },
  );
});
