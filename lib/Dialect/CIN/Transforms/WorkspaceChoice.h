//===- WorkspaceChoice.h - How workspaces are stored ------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The format of a workspace that a schedule makes.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_DIALECT_CIN_TRANSFORMS_WORKSPACECHOICE_H
#define WEFT_LIB_DIALECT_CIN_TRANSFORMS_WORKSPACECHOICE_H

#include "weft/Dialect/CIN/IR/CIN.h"

#include "mlir/IR/PatternMatch.h"

#include <optional>

namespace weft {
namespace cin {

/// Stores the workspace of a where statement, which is dense, in the way that
/// is asked for or, if none is, densely where nobody can tell, and as a list
/// elsewhere. The workspace has one assignment and one access.
///
/// It does not stay dense where it has to tell which components are absent, and
/// a sparse set has one level.
mlir::LogicalResult chooseWorkspace(mlir::RewriterBase &rewriter, WhereOp where,
                                    std::optional<level::Workspace> kind);

/// The assignment that is executed for an access alone: where the access is
/// absent, the assigned value is, and has a value that changes nothing. Null if
/// the access has other uses or other operands bring something.
AssignOp findRestricted(AccessOp access);

/// The type of a workspace of another shape that is a list, with coordinates as
/// wide as those of the tensors that the statement has to do with. Components
/// that are combined may have several entries.
mlir::RankedTensorType getListType(WhereOp where,
                                   llvm::ArrayRef<int64_t> shape);

} // namespace cin
} // namespace weft

#endif // WEFT_LIB_DIALECT_CIN_TRANSFORMS_WORKSPACECHOICE_H
