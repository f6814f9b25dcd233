/**
 * A rule that asks the server during typing (spec 5): debounced by 500 ms. A failed call counts as valid, because the
 * server checks again when the form is sent.
 */
export interface RemoteRule {
  readonly name: 'exists' | 'not_exists' | 'not_my';
  /** The call with this one field. */
  readonly call: 'checkUsername' | 'checkNickname' | 'checkEmail' | 'checkPhone' | 'checkOwnPhone' | 'checkOwnEmail';
  /** The answer that fails the rule. */
  readonly failsOn: boolean;
}

export const remoteRules = {
  usernameFree: { name: 'exists', call: 'checkUsername', failsOn: true },
  nicknameFree: { name: 'exists', call: 'checkNickname', failsOn: true },
  emailFree: { name: 'exists', call: 'checkEmail', failsOn: true },
  emailKnown: { name: 'not_exists', call: 'checkEmail', failsOn: false },
  emailOwn: { name: 'not_my', call: 'checkOwnEmail', failsOn: false },
  phoneFree: { name: 'exists', call: 'checkPhone', failsOn: true },
  phoneKnown: { name: 'not_exists', call: 'checkPhone', failsOn: false },
  phoneOwn: { name: 'not_my', call: 'checkOwnPhone', failsOn: false },
} as const satisfies Record<string, RemoteRule>;
