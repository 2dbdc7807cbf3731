import type { Services } from '../../services.js';

/** Marks the predecessor of a stored belief as superseded if the process was killed in between. */
export function followBeliefs({
  followers,
  beliefs,
}: Pick<Services, 'beliefs' | 'followers'>): void {
  followers.followEvents('beliefs', async ({ type, data }) => {
    const id = data['supersedes_id'];
    if (type === 'belief.created' && typeof id === 'string') await beliefs.find(id);
  });
}
