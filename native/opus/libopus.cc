#include "opus/libopus.h"

namespace guildhall {

LibOpus::LibOpus() {
  library.Load(get_version_string, "opus_get_version_string");
  library.Load(encoder_create, "opus_encoder_create");
  library.Load(encoder_destroy, "opus_encoder_destroy");
  library.Load(encoder_ctl, "opus_encoder_ctl");
  library.Load(encode, "opus_encode");
  library.Load(decoder_create, "opus_decoder_create");
  library.Load(decoder_destroy, "opus_decoder_destroy");
  library.Load(decode, "opus_decode");
  library.Load(decoder_get_nb_samples, "opus_decoder_get_nb_samples");
}

}  // namespace guildhall
