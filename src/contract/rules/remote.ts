/**
 * A rule that asks the server while the person types (spec 5): debounced 500 ms, and a failed call counts as valid, because the
 * server decides again when the form is sent.
 */
export interface RemoteRule {
  readonly name: 'exists' | 'not_exists' | 'not_my';
  /** The call that is asked with the one field. */
  readonly call: 'checkUsername' | 'checkNickname' | 'checkEmail' | 'checkPhone' | 'checkOwnPhone' | 'checkOwnEmail';
  /** The answer with which the rule fails. */
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
