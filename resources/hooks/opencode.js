// Written by "inspector hook install opencode"; "inspector hook uninstall opencode" takes it away again.
// Before OpenCode compacts, the inspector tells the summary what to keep, word for word. Whatever goes wrong, OpenCode
// goes on as if this file were not there.
import { spawn } from "node:child_process"

const ask = (told) =>
  new Promise((resolve) => {
    let words = ""
    try {
      const child = spawn("PROGRAM", ["hook", "PreCompact", "--agent", "opencode"], { stdio: ["pipe", "pipe", "ignore"] })
      const clock = setTimeout(() => {
        child.kill()
        resolve("")
      }, SECONDS * 1000)
      const done = (code) => {
        clearTimeout(clock)
        resolve(code === 0 ? words : "")
      }
      child.on("error", () => done(1))
      child.on("close", done)
      child.stdout.on("data", (piece) => (words += piece))
      child.stdin.on("error", () => {})
      child.stdin.end(JSON.stringify(told))
    } catch {
      resolve("")
    }
  })

export const InspectorPlugin = async () => ({
  "experimental.session.compacting": async (input, output) => {
    if (!input?.sessionID || !Array.isArray(output?.context)) return
    const words = await ask({ hook_event_name: "PreCompact", session_id: input.sessionID, trigger: "auto" })
    if (words) output.context.push(words)
  },
})
