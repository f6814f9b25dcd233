/** An invalid or unsafe configuration. The message is one sentence that names the setting. */
export class ConfigError extends Error {
  readonly setting: string;

  constructor(setting: string, problem: string) {
    super(`${setting} ${problem}`);
    this.name = 'ConfigError';
    this.setting = setting;
  }
}

/** All that is wrong at once, a sentence on each line. */
export class ConfigFaults extends ConfigError {
  readonly faults: readonly ConfigError[];

  constructor(faults: readonly [ConfigError, ...ConfigError[]]) {
    const [first] = faults;
    super(first.setting, '');
    this.message = faults.map(({ message }) => message).join('\n');
    this.faults = faults;
  }
}

/** The context in which a value is parsed. */
export interface Parsing {
  readonly production: boolean;
  /** The error for this setting: `throw refusal('must be …')`. */
  readonly refusal: (problem: string) => ConfigError;
}

/** Turns a text into a value, or refuses it. */
export interface Parser<Value> {
  /** The type on the operator's reference page. */
  readonly type: string;
  /** @throws {ConfigError} for an invalid text */
  readonly parse: (text: string, parsing: Parsing) => Value;
}

/** One environment variable: its reader, its type and the operator's reference page all follow from this row. */
export interface Setting {
  readonly parser: Parser<unknown>;
  /** Replaces the parser's type on the reference page. */
  readonly type?: string;
  readonly unit?: string;
  /** As the operator would write it; absent without a default. */
  readonly default?: string;
  /** Required when read: absence is refused. */
  readonly needed?: true;
  /** One sentence. */
  readonly meaning: string;
}

/** The settings of one group, by their names. */
export type Settings = Readonly<Record<string, Setting>>;

/** The result of reading a setting: `undefined` only without a default and without `needed`. */
export type ValueOf<One extends Setting> =
  One['parser'] extends Parser<infer Value>
    ? One extends { readonly default: string } | { readonly needed: true }
      ? Value
      : Value | undefined
    : never;

/** Where a reader leaves what is wrong and continues, instead of throwing it. */
export const faultList: unique symbol = Symbol('faults');

/** The source of settings: the environment, or the values of a test. */
export interface Source {
  readonly [name: string]: string | undefined;
  readonly [faultList]?: ConfigError[];
}

/** Facts of the site that constrain the settings of other groups. */
export interface Site {
  readonly env: 'production' | 'development' | 'test';
  readonly port: number;
  /** Origin of the site, without a trailing slash. */
  readonly publicUrl: string;
  /** Absolute path. */
  readonly dataDir: string;
  /** Where services of others are simulated; undefined where they are their own. */
  readonly simulatorsUrl: string | undefined;
}

/** Reads the settings of one group. */
export interface Reader<Group extends Settings> {
  /** @throws {ConfigError} for a value that the setting does not accept */
  <Name extends keyof Group & string>(name: Name): ValueOf<Group[Name]>;
  /** Whether the operator has set it: a default does not count. */
  readonly isSet: (name: keyof Group & string) => boolean;
}

export function reader<Group extends Settings>(group: Group, source: Source, site: Pick<Site, 'env'>): Reader<Group> {
  const textOf = (name: keyof Group & string): string | undefined => {
    const text = source[name]?.trim();
    if (text === undefined || text === '') return group[name]?.default;
    // oxlint-disable-next-line no-control-regex -- this pattern looks for control characters
    if (/[\u0000-\u001f\u007f]/.test(text)) throw new ConfigError(name, 'must not contain control characters.');
    return text;
  };
  const read = <Name extends keyof Group & string>(name: Name): ValueOf<Group[Name]> => {
    const text = textOf(name);
    if (text === undefined && group[name]?.needed === true) throw new ConfigError(name, 'must be set.');
    const refusal = (problem: string): ConfigError => new ConfigError(name, problem);
    const value = text === undefined ? undefined : group[name]?.parser.parse(text, { production: site.env === 'production', refusal });
    // The compiler cannot infer that the value comes from this row's parser.
    return value as ValueOf<Group[Name]>;
  };
  const readOn = <Name extends keyof Group & string>(name: Name): ValueOf<Group[Name]> => {
    try {
      return read(name);
    } catch (error) {
      const faults = source[faultList];
      if (faults === undefined || !(error instanceof ConfigError)) throw error;
      faults.push(error);
      // A reader that collects faults uses no value.
      return undefined as ValueOf<Group[Name]>;
    }
  };
  return Object.assign(readOn, { isSet: (name: keyof Group & string) => (source[name]?.trim() ?? '') !== '' });
}
