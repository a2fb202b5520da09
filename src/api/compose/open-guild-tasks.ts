import { ClusterGuildTasks, TASK_REQUEST } from '../cluster/cluster-guild-tasks.js';
import type { ApiCluster } from '../cluster/open-cluster.js';
import type { GuildTasks } from '../core/guild-task.js';
import type { GuildTaskContext } from '../rest/operation-services.js';
import { LocalGuildTasks } from './local-guild-tasks.js';

/** Runs tasks on the nodes that own their guilds. @param cluster null: this process owns all guilds */
export function openGuildTasks(
  cluster: ApiCluster | null,
  context: () => GuildTaskContext,
): GuildTasks<GuildTaskContext> {
  if (cluster === null) return new LocalGuildTasks(context);
  const { keys, leases, requests } = cluster.node;
  const tasks = new ClusterGuildTasks({ keys, leases, requests, context });
  cluster.onRequest(TASK_REQUEST, (request) => tasks.carryOut(request));
  return tasks;
}
