// Written by "inspector hook install AGENT"; "inspector hook uninstall AGENT" takes it away again.
// Before a compaction the summarizer is given what only summaries still hold; behind one, what the person said that does
// not stand there any more is put behind the summary in every request. Whatever goes wrong, the agent goes on as if this
// file were not there.
import { spawn } from "node:child_process"

const [program, ...first] = ["PROGRAM"]

const ask = (told) =>
  new Promise((resolve) => {
    let words = ""
    try {
      const child = spawn(program, [...first, "hook", told.hook_event_name, "--agent", "AGENT"], { stdio: ["pipe", "pipe", "ignore"] })
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

export const InspectorPlugin = async () => {
  const answers = new Map() // of each summary, what is put behind it
  const putBack = (id, session_id) => {
    if (!answers.has(id)) answers.set(id, ask({ hook_event_name: "SessionStart", session_id, source: "compact" }))
    return answers.get(id)
  }
  return {
    "experimental.session.compacting": async (input, output) => {
      if (!input?.sessionID || !Array.isArray(output?.context)) return
      const words = await ask({ hook_event_name: "PreCompact", session_id: input.sessionID, trigger: "auto" })
      if (words) output.context.push(words)
    },
    "experimental.chat.messages.transform": async (_input, output) => {
      const messages = output?.messages
      if (!Array.isArray(messages)) return
      const place = messages.findLastIndex((one) => one?.info?.role === "assistant" && one.info.summary && one.info.finish)
      const asked = messages.findLast((one) => one?.info?.role === "user")
      if (place < 0 || !asked) return
      const { id, sessionID } = messages[place].info
      const text = await putBack(id, sessionID)
      if (!text) return
      const part = { id: `prt_inspector_${id}`, sessionID, messageID: asked.info.id, type: "text", synthetic: true, text }
      messages.splice(place + 1, 0, { info: { ...asked.info }, parts: [part] })
    },
  }
}
