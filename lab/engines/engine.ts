/** A browser engine that runs: one window with its own, empty profile. */
export interface Engine {
  /** Loads a document and waits until it is complete. */
  open(url: string): Promise<void>;
  /** The value of an expression in the page; it must be plain data. */
  evaluate(expression: string): Promise<unknown>;
  /** A press of the main button at a point of the window, as a person's. */
  press(point: Point): Promise<void>;
  /** Text from the keyboard for the element with the focus. */
  type(text: string): Promise<void>;
  escape(): Promise<void>;
  /** Makes the page so wide, or as near as the engine allows; undoes it without a number. */
  resize(width?: number): Promise<void>;
  /** Forgets all cookies. */
  forget(): Promise<void>;
  screenshot(): Promise<Buffer>;
  /** The host of its window, where it has a real one: messages of the page so far, and messages to it. */
  readonly host?: { readonly messages: () => readonly string[]; readonly say: (text: string) => void };
  /** Exceptions and violations of the policy that the engine has reported. */
  readonly errors: readonly string[];
  stop(): Promise<void>;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export type Theme = 'light' | 'dark';

/** How to get and start an engine. */
export interface EngineKind {
  /** For the command line. */
  readonly name: string;
  /** For people: engine and version that it stands for. */
  readonly stands: string;
  /** Older than the desk's browsers: only people's pages are walked. */
  readonly isOlder?: true;
  /** The programs and Python modules that it needs are there. */
  isHere(): boolean;
  /** Debian's packages. */
  readonly packages: readonly string[];
  start(theme: Theme): Promise<Engine>;
}

/** The window of the desktop walk. */
export const wide = { width: 1280, height: 900 } as const;
/** The window of a host. */
export const window = { width: 420, height: 640 } as const;
export const narrow = { width: 390, height: 844 } as const;
