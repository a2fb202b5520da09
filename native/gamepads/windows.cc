// XInput pads are polled for their state, the others report it by raw input.
// clang-format off
#include <windows.h>
#include <timeapi.h>
// clang-format on

#include <array>
#include <utility>

#include "gamepads/gamepads.h"
#include "gamepads/pad_table.h"
#include "gamepads/slot_schedule.h"
#include "gamepads/windows_raw_input.h"
#include "gamepads/windows_xinput.h"
#include "windows/messages.h"

namespace guildhall {
namespace {

// Waits end with ticks of the system's timer, of which there are 64 a second unless a process asks for more.
class TimerResolution {
 public:
  TimerResolution() = default;
  ~TimerResolution() { Refine(false); }
  TimerResolution(const TimerResolution&) = delete;
  TimerResolution& operator=(const TimerResolution&) = delete;

  // More ticks take power, also while nothing waits.
  void Refine(bool is_fine) {
    constexpr UINT kTickMs = 1;
    if (std::exchange(is_fine_, is_fine) == is_fine) return;
    if (is_fine) {
      timeBeginPeriod(kTickMs);
    } else {
      timeEndPeriod(kTickMs);
    }
  }

 private:
  bool is_fine_ = false;
};

Mapping XInputMappingIn(const MappingDatabase& database) {
  const Mapping* const mapping = database.FindXInput();
  return mapping == nullptr ? XInputMapping() : *mapping;
}

// Keeps the state of XInput's four slots in the table of pads, by slot number.
class XInputPads {
 public:
  XInputPads(const MappingDatabase& database, PadTable& pads)
      : database_(database), pads_(pads), schedule_(GetTickCount64()) {}

  bool HasAny() const {
    for (const bool slot : plugged_) {
      if (slot) return true;
    }
    return false;
  }

  // A device of any kind has arrived.
  void Expect() { schedule_.Expect(GetTickCount64()); }

  // Until the next call of `Poll`, unless a device arrives.
  DWORD WaitMs() const {
    static_assert(SlotSchedule::kNever == INFINITE, "a wait without an end");
    return schedule_.WaitMs(GetTickCount64(), HasAny());
  }

  void Poll() {
    const bool look = schedule_.TakeLook(GetTickCount64());
    for (int slot = 0; slot < XInput::kSlots; ++slot) {
      if (plugged_[slot] || look) Update(slot);
    }
  }

 private:
  void Update(int slot) {
    const std::optional<XInputControls> controls = xinput_.Read(slot);
    const bool was_plugged = std::exchange(plugged_[slot], controls.has_value());
    if (!controls) {
      if (was_plugged) pads_.Remove(slot);
    } else if (was_plugged) {
      SetXInput(*pads_.Find(slot), *controls);
      pads_.Report(slot);
    } else {
      ButtonState state(XInputMappingIn(database_));
      SetXInput(state, *controls);
      pads_.Add(slot, std::move(state));
    }
  }

  const MappingDatabase& database_;
  PadTable& pads_;
  const XInput xinput_;
  std::array<bool, XInput::kSlots> plugged_{};
  SlotSchedule schedule_;
};

}  // namespace

const char kMappingPlatform[] = "Windows";

std::optional<std::vector<Gamepad>> ListGamepads(const MappingDatabase& database) {
  std::vector<Gamepad> gamepads;
  const XInput xinput;
  const MappingOrigin origin =
      database.FindXInput() == nullptr ? MappingOrigin::kSystem : MappingOrigin::kFile;
  for (int slot = 0; slot < XInput::kSlots; ++slot) {
    const std::string number = std::to_string(slot + 1);
    if (xinput.Read(slot))
      gamepads.push_back({"xinput/" + number, "XInput gamepad " + number, "xinput", origin, true});
  }
  for (const HidPad& pad : ListHidPads()) {
    gamepads.push_back({pad.path(), pad.Name(), FormatGuid(pad.guid()), pad.OriginIn(database), true});
  }
  return gamepads;
}

namespace {

class WindowsListener : public EventSource {
 public:
  WindowsListener(std::shared_ptr<const MappingDatabase> database, OnGamepadButton on_button)
      : database_(std::move(database)), pads_(std::move(on_button)) {}

  StartStatus Start() override {
    return thread_.Start([this](HANDLE stop, const MessageThread::Ready& ready) { Run(stop, ready); });
  }

 private:
  void Run(HANDLE stop, const MessageThread::Ready& ready) {
    XInputPads xinput(*database_, pads_);
    RawInput raw(*database_, pads_, XInput::kSlots, [&xinput] { xinput.Expect(); });
    const bool is_started = raw.Start();
    xinput.Poll();
    ready(is_started);
    if (!is_started) return;
    TimerResolution timer;
    for (;;) {
      timer.Refine(xinput.HasAny());
      if (MessageThread::Dispatch(stop, xinput.WaitMs())) return;
      xinput.Poll();
    }
  }

  const std::shared_ptr<const MappingDatabase> database_;
  PadTable pads_;
  // The last member: it ends before what its thread uses.
  MessageThread thread_;
};

}  // namespace

std::unique_ptr<EventSource> ListenToGamepads(std::shared_ptr<const MappingDatabase> database,
                                              OnGamepadButton on_button) {
  return std::make_unique<WindowsListener>(std::move(database), std::move(on_button));
}

}  // namespace guildhall
