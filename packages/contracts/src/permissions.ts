import { z } from "zod";

/** Resources and actions that an API key can have permission for. */
export const permissionResources = ["verification", "metrics", "uptime", "webhooks"] as const;
export const permissionActions = ["read", "write"] as const;

export type PermissionResource = (typeof permissionResources)[number];
export type PermissionAction = (typeof permissionActions)[number];
export type Permission = `${PermissionResource}:${PermissionAction}`;

const permissionActionSchema = z.enum(permissionActions).meta({
  id: "PermissionAction",
  description: "`read`: calls that only read. `write`: calls that submit, change or resend.",
});

export const permissionsSchema = z
  .partialRecord(z.enum(permissionResources), z.array(permissionActionSchema).min(1), {
    error: ({ code }: { readonly code: string }) =>
      code === "unrecognized_keys" ? `must be one of ${permissionResources.join(", ")}` : undefined,
  })
  .refine((permissions) => Object.keys(permissions).length > 0, {
    error: "must have at least one permission",
    when: ({ issues }) => issues.length === 0,
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
    (permissions[resource] ?? []).map((action) => `${resource}:${action}` as const),
  );
}

export function hasPermission(permissions: Permissions, permission: Permission): boolean {
  const [resource, action] = permission.split(":") as [PermissionResource, PermissionAction];
  return permissions[resource]?.includes(action) ?? false;
}
