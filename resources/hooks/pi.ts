// Written by "inspector hook install AGENT"; "inspector hook uninstall AGENT" takes it away again.
// Behind a compaction, what the person said that does not stand there any more joins the session as a message of this
// extension. Whatever goes wrong, pi goes on as if this file were not there.
import { spawn } from "node:child_process"

const [program, ...first] = ["PROGRAM"]

const ask = (told: object): Promise<string> =>
  new Promise((resolve) => {
    let words = ""
    try {
      const child = spawn(program, [...first, "hook", "SessionStart", "--agent", "AGENT"], { stdio: ["pipe", "pipe", "ignore"] })
      const clock = setTimeout(() => {
        child.kill()
        resolve("")
      }, SECONDS * 1000)
      const done = (code: number | null) => {
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

export default function (pi: any) {
  pi.on("session_compact", async (_event: any, ctx: any) => {
    const transcript_path = ctx?.sessionManager?.getSessionFile?.()
    if (!transcript_path) return
    const session_id = ctx.sessionManager.getSessionId?.() ?? ""
    const content = await ask({ hook_event_name: "SessionStart", source: "compact", session_id, transcript_path })
    if (content) pi.sendMessage({ customType: "inspector", content, display: false }, { deliverAs: "steer" })
  })
}
