export { createDashboard, type Dashboard } from "./create-dashboard.ts";
