import { z } from "zod";

/** Resources that an API key can have permission for, with their actions. */
export const permissionActions = {
  verification: ["read", "write", "resolve"],
  metrics: ["read", "write"],
  uptime: ["read", "write"],
  webhooks: ["read", "write"],
} as const;
const everyAction = permissionActions.verification;

export type PermissionResource = keyof typeof permissionActions;
export type PermissionAction = (typeof everyAction)[number];
export type Permission = {
  [Resource in PermissionResource]: `${Resource}:${(typeof permissionActions)[Resource][number]}`;
}[PermissionResource];

export const permissionResources = Object.keys(permissionActions) as PermissionResource[];

const permissionActionSchema = z.enum(everyAction).meta({
  id: "PermissionAction",
  description:
    "`read`: calls that only read. `write`: calls that submit, change or resend. `resolve`, for `verification` alone: decide about requests in review, for keys of owners and managers.",
});

const isActionOf = (resource: PermissionResource, action: PermissionAction) =>
  (permissionActions[resource] as readonly PermissionAction[]).includes(action);

export const permissionsSchema = z
  .partialRecord(z.enum(permissionResources), z.array(permissionActionSchema).min(1), {
    error: ({ code }: { readonly code: string }) =>
      code === "unrecognized_keys" ? `must be one of ${permissionResources.join(", ")}` : undefined,
  })
  .refine((permissions) => Object.keys(permissions).length > 0, {
    error: "must have at least one permission",
    when: ({ issues }) => issues.length === 0,
  })
  .superRefine((permissions, context) => {
    for (const resource of permissionResources)
      for (const [index, action] of (permissions[resource] ?? []).entries())
        if (!isActionOf(resource, action))
          context.addIssue({
            code: "custom",
            path: [resource, index],
            message: `must be one of ${permissionActions[resource].join(", ")}`,
          });
  })
  .meta({
    id: "Permissions",
    description: "Actions that the key can perform, by resource.",
    examples: [{ verification: ["read", "write"] }],
  });

export type Permissions = z.infer<typeof permissionsSchema>;

/** Returns them as single permissions. */
export function grantsIn(permissions: Permissions): Permission[] {
  return permissionResources.flatMap((resource) =>
    (permissions[resource] ?? []).map((action) => `${resource}:${action}` as Permission),
  );
}

export function hasPermission(permissions: Permissions, permission: Permission): boolean {
  const [resource, action] = permission.split(":") as [PermissionResource, PermissionAction];
  return permissions[resource]?.includes(action) ?? false;
}
