import type { InEveryLanguage } from '#contract/vocabulary/languages.ts';
import type { Catalogue } from './catalogue.ts';
import { catalogue as en } from './en/catalogue.ts';
import { catalogue as zh } from './zh/catalogue.ts';

/** All texts of the server. */
export const catalogues: InEveryLanguage<Catalogue> = { zh_CN: zh, en_US: en };
