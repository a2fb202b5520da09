#include <climits>

#include "pulse-connection/pulse_connection.h"
#include "spare-descriptors/spare_descriptors.h"

namespace guildhall {
namespace {

constexpr int kNoAutospawn = 1;
enum ContextState { kReady = 4, kFailed = 5, kTerminated = 6 };
constexpr int kOperationRunning = 0;

}  // namespace

LibPulse::LibPulse() {
  library.Load(mainloop_new, "pa_mainloop_new");
  library.Load(mainloop_free, "pa_mainloop_free");
  library.Load(mainloop_get_api, "pa_mainloop_get_api");
  library.Load(mainloop_prepare, "pa_mainloop_prepare");
  library.Load(mainloop_poll, "pa_mainloop_poll");
  library.Load(mainloop_dispatch, "pa_mainloop_dispatch");
  library.Load(mainloop_wakeup, "pa_mainloop_wakeup");
  library.Load(context_new, "pa_context_new");
  library.Load(context_unref, "pa_context_unref");
  library.Load(context_connect, "pa_context_connect");
  library.Load(context_disconnect, "pa_context_disconnect");
  library.Load(context_get_state, "pa_context_get_state");
  library.Load(context_set_event_callback, "pa_context_set_subscribe_callback");
  library.Load(context_subscribe, "pa_context_subscribe");
  library.Load(get_server_info, "pa_context_get_server_info");
  library.Load(get_sinks, "pa_context_get_sink_info_list");
  library.Load(get_sources, "pa_context_get_source_info_list");
  library.Load(operation_get_state, "pa_operation_get_state");
  library.Load(operation_cancel, "pa_operation_cancel");
  library.Load(operation_unref, "pa_operation_unref");
  library.Load(property, "pa_proplist_gets");
}

PulseConnection::PulseConnection(const LibPulse& pulse)
    : pulse_(pulse), loop_(HasSpareDescriptors(kPulseDescriptors) ? pulse.mainloop_new() : nullptr) {
  if (loop_ != nullptr) context_ = pulse_.context_new(pulse_.mainloop_get_api(loop_), "guildhall");
}

PulseConnection::~PulseConnection() {
  if (context_ != nullptr) {
    pulse_.context_disconnect(context_);
    pulse_.context_unref(context_);
  }
  if (loop_ != nullptr) pulse_.mainloop_free(loop_);
}

PulseStatus PulseConnection::Connect(Clock::time_point deadline) {
  if (context_ == nullptr) return PulseStatus::kExhausted;
  // Listing devices must not start a sound server that the person did not start.
  if (pulse_.context_connect(context_, nullptr, kNoAutospawn, nullptr) < 0) return PulseStatus::kGone;
  for (;;) {
    const int state = pulse_.context_get_state(context_);
    if (state == kReady) return PulseStatus::kOk;
    if (state == kFailed || state == kTerminated) return PulseStatus::kGone;
    if (const PulseStatus status = Turn(deadline); status != PulseStatus::kOk) return status;
  }
}

PulseStatus PulseConnection::Finish(pa_operation* operation, Clock::time_point deadline) {
  if (operation == nullptr) return PulseStatus::kGone;
  PulseStatus status = PulseStatus::kOk;
  while (status == PulseStatus::kOk && pulse_.operation_get_state(operation) == kOperationRunning) {
    status = Turn(deadline);
  }
  // Its callback must not be called after the wait has ended.
  if (status != PulseStatus::kOk) pulse_.operation_cancel(operation);
  pulse_.operation_unref(operation);
  return status;
}

PulseStatus PulseConnection::Turn(Clock::time_point deadline) {
  int timeout_us = -1;
  if (deadline != kForever) {
    const auto left = std::chrono::duration_cast<std::chrono::microseconds>(deadline - Clock::now()).count();
    if (left <= 0) return PulseStatus::kTimedOut;
    timeout_us = left > INT_MAX ? INT_MAX : static_cast<int>(left);
  }
  if (pulse_.mainloop_prepare(loop_, timeout_us) < 0 || pulse_.mainloop_poll(loop_) < 0 ||
      pulse_.mainloop_dispatch(loop_) < 0) {
    return PulseStatus::kGone;
  }
  if (cancelled_) return PulseStatus::kCancelled;
  const int state = pulse_.context_get_state(context_);
  return state == kFailed || state == kTerminated ? PulseStatus::kGone : PulseStatus::kOk;
}

void PulseConnection::Cancel() {
  cancelled_ = true;
  if (loop_ != nullptr) pulse_.mainloop_wakeup(loop_);
}

}  // namespace guildhall
