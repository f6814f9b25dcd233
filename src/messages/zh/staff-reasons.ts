import type { StaffReason } from '#contract/vocabulary/staff-reasons.ts';

export const staffReasons = {
  asked: '您申请了帮助',
  fraud: '疑似盗用',
  abuse: '滥用服务',
  authority: '法律要求',
  right: '您的数据权利申请',
  delivery: '消息未送达',
  emergency: '紧急情况',
} as const satisfies Readonly<Record<StaffReason, string>>;
