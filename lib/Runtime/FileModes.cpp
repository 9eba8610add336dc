//===- FileModes.cpp - Modes of files that tensors have -------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Modes of the size one are left out from the last on, until the order is the
// one that is asked for; of matrices and vectors only, since it is not clear
// which of those of a larger tensor is meant.
//
//===----------------------------------------------------------------------===//

#include "FileModes.h"

#include <algorithm>

using namespace weft::runtime;

Expected<FileModes> FileModes::choose(const std::vector<int64_t> &fileDims,
                                      bool isDense,
                                      const ReadOptions &options) {
  FileModes modes;
  int64_t fileOrder = fileDims.size();
  int64_t order = options.order  ? *options.order
                  : options.dims ? static_cast<int64_t>(options.dims->size())
                                 : fileOrder;
  for (int64_t mode = 0; mode < fileOrder; ++mode)
    modes.kept.push_back(mode);
  for (int64_t mode = fileOrder - 1; mode >= 0; --mode) {
    bool isExtra = static_cast<int64_t>(modes.kept.size()) > order;
    if (isExtra && fileOrder <= 2 && fileDims[mode] == 1)
      modes.kept.erase(modes.kept.begin() + mode);
  }
  if (static_cast<int64_t>(modes.kept.size()) != order)
    return Status::failure("expected a tensor of order " +
                           std::to_string(order) + ", got a " +
                           describeDims(fileDims));
  modes.limits = fileDims;
  for (int64_t i = 0; i < order; ++i) {
    int64_t fileDim = fileDims[modes.kept[i]];
    int64_t dim = options.dims ? (*options.dims)[i] : fileDim;
    if (isDense && dim < fileDim)
      return Status::failure("the file lists " + std::to_string(fileDim) +
                             " components along mode " + std::to_string(i + 1) +
                             ", which has the size " + std::to_string(dim));
    modes.dims.push_back(dim);
    modes.limits[modes.kept[i]] = std::min(fileDim, dim);
  }
  return modes;
}
