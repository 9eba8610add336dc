/*===- DeviceCodeFormat.h - PTX and machine code ------------------*- C -*-===*
 *
 * Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===*
 *
 * Device code is PTX that ends with a null character. Cubins may be appended to
 * it. The first line, a comment of the PTX, then begins with
 * WEFT_RT_MACHINE_CODE, and goes on with three decimal numbers for each cubin:
 * its compute capability times ten, its offset from the beginning of the device
 * code, a multiple of 16, and its size in bytes.
 *
 *===----------------------------------------------------------------------===*/

#ifndef WEFT_RUNTIME_DEVICECODEFORMAT_H
#define WEFT_RUNTIME_DEVICECODEFORMAT_H

#define WEFT_RT_MACHINE_CODE "// machine code:"

#endif /* WEFT_RUNTIME_DEVICECODEFORMAT_H */
