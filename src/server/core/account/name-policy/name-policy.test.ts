import { describe, expect, it } from 'vitest';
import { newNickname } from '#server/core/account/identifiers/new-nickname.ts';
import { builtInWordLists, createNamePolicy, WordListError } from './name-policy.ts';

const brand = ['Cedar ID', '雪松账号'];
const builtIn = createNamePolicy({ lists: builtInWordLists(), brand });

describe('a reserved name', () => {
  it.each(['admin', 'Admin', 'a-d-m-i-n', 'adm1n', '4dmin', 'аdmіn', 'ádmin', 'root', 'customer_service', '客服', '客·服', '管理員'])(
    'is %s',
    (name) => {
      expect(builtIn.isReserved(name)).toBe(true);
    },
  );

  it.each(['cedar-id', 'my_cedar1d_help', '雪松账号小助手', 'ＣｅｄａｒＩＤ'])('is %s, because it names the product', (name) => {
    expect(builtIn.isReserved(name)).toBe(true);
  });

  it.each(['administer', 'rooty', 'li-ming', 'cedar', '雪松', '张伟', '小客服务'])('is not %s', (name) => {
    expect(builtIn.isReserved(name)).toBe(false);
  });
});

describe('a sensitive name', () => {
  it.each(['fuckyou', 'f.u.c.k', 'fuсk', 'sh1t', 'big-shit', '我爱赌博', '赌 博', '代开发票13800', 'ＰＯＲＮ', '色_情'])(
    'is %s',
    (name) => {
      expect(builtIn.isSensitive(name)).toBe(true);
    },
  );

  it.each(['class', 'shitake', 'grape', 'therapist', 'scunthorpe', 'li-ming', '小明', 'bassline', '🌲'])('is not %s', (name) => {
    expect(builtIn.isSensitive(name)).toBe(false);
  });

  it('never includes a generated nickname', () => {
    for (let count = 0; count < 2000; count += 1) expect(builtIn.isReserved(newNickname().value)).toBe(false);
  });
});

describe('the lists of an operator', () => {
  it('replace the built-in ones, and the names of the product stay reserved', () => {
    const own = createNamePolicy({ lists: '\ufeff# ours\r\n[reserved]\r\nboss\r\n\r\n[sensitive]\r\n*durian\r\n', brand });
    expect([own.isReserved('boss'), own.isReserved('admin'), own.isReserved('cedarid')]).toEqual([true, false, true]);
    expect([own.isSensitive('mydurians'), own.isSensitive('fuck')]).toEqual([true, false]);
  });

  it.each([
    ['admin', 'line 1 stands before the first section'],
    ['# x\n[blocked]\nadmin', 'line 2 is no section; there are [reserved] and [sensitive]'],
    ['[reserved]\n---', 'line 2 has no letter and no digit'],
  ])('are refused with the wrong line: %j', (lists, message) => {
    expect(() => createNamePolicy({ lists, brand })).toThrow(new WordListError(message));
  });
});
