import type { DeskRefusal } from '#contract/operations/desk/errors.ts';

export const deskErrors = {
  deskRoleRefuses: '您的角色无权执行此操作',
  secondPersonNeeded: '此操作需要另一人批准',
  caseNeeded: '请填写原因和工单号',
  deskLimit: '已达到上限，系统已通知主管',
  deskChanged: '内容已变更或已过期，请重新核对',
  ownAccount: '无法对自己的账号执行此操作',
  deskHeld: '您的访问权限已暂停',
  deskProofNeeded: '请验证身份',
} as const satisfies Record<DeskRefusal, string>;
