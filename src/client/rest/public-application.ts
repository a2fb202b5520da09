import type { Application, ApplicationWithApproval } from '../../protocol/objects/application.js';

/** Reduces an application to its public fields. */
export function toPublicApplication({ description, icon, id, rpc_origins, name }: Application): Application {
  return { description, icon, id, rpc_origins, name };
}

/** The same, with whether it is approved. */
export function toListedApplication(application: ApplicationWithApproval): ApplicationWithApproval {
  const { approved } = application;
  return { ...toPublicApplication(application), ...(approved !== undefined && { approved }) };
}
