//===- WorkspaceReasons.h - Reasons for workspaces as text ------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The reasons that workspaces state in a kernel, as sentences for remarks.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_EXPLAIN_WORKSPACEREASONS_H
#define WEFT_EXPLAIN_WORKSPACEREASONS_H

#include "weft/Analysis/KernelNames.h"

#include <string>

namespace weft {
namespace explain {

/// Says what a workspace is and why it is inserted: "t, a scalar: the reduction
/// over j does not start at the fill of C".
std::string describeWorkspace(cin::WhereOp where,
                              const analysis::KernelNames &names);

} // namespace explain
} // namespace weft

#endif // WEFT_EXPLAIN_WORKSPACEREASONS_H
