#include "gamepads/pad_table.h"

namespace guildhall {

void PadTable::Add(int pad, ButtonState state) {
  state.TakeChanges();
  pads_.emplace(pad, std::move(state));
}

ButtonState* PadTable::Find(int pad) {
  const auto found = pads_.find(pad);
  return found == pads_.end() ? nullptr : &found->second;
}

void PadTable::Report(int pad) {
  ButtonState* const state = Find(pad);
  if (state == nullptr) return;
  for (const auto& [button, down] : state->TakeChanges()) {
    const auto code = static_cast<uint16_t>(button);
    const bool changed = down ? held_.Press(pad, code) : held_.Release(pad, code);
    if (changed) on_button_(button, down);
  }
}

void PadTable::Remove(int pad) {
  pads_.erase(pad);
  for (const uint16_t code : held_.Forget(pad)) on_button_(code, false);
}

}  // namespace guildhall
