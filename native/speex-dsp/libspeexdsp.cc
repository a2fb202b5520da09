#include "speex-dsp/libspeexdsp.h"

namespace guildhall {

LibSpeexDsp::LibSpeexDsp() {
  library.Load(echo_init, "speex_echo_state_init");
  library.Load(echo_destroy, "speex_echo_state_destroy");
  library.Load(echo_cancel, "speex_echo_cancellation");
  library.Load(echo_ctl, "speex_echo_ctl");
  library.Load(preprocess_init, "speex_preprocess_state_init");
  library.Load(preprocess_destroy, "speex_preprocess_state_destroy");
  library.Load(preprocess_run, "speex_preprocess_run");
  library.Load(preprocess_ctl, "speex_preprocess_ctl");
  library.Load(resampler_init, "speex_resampler_init");
  library.Load(resampler_destroy, "speex_resampler_destroy");
  library.Load(resampler_process, "speex_resampler_process_interleaved_int");
}

}  // namespace guildhall
