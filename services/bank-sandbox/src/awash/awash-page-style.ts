/** Most of the page's weight, as at the bank. */
export const awashPageStyle = `
        * {
            font-family: Arial, sans-serif;
        }

        @page {
            size: A5 portrait;
            margin: 0;
        }

        body {
            display: flex;
            justify-content: center;
            align-items: center;
            min-height: 100vh;
            margin: 0;
            background-color: #e4e4e4;
        }

        /* One sheet of A5, in pixels */
        .sheet {
            width: 100%;
            max-width: 595px;
            height: 842px;
            padding: 20px;
            box-sizing: border-box;
            background-color: white;
            box-shadow: 0 0 8px rgba(0, 0, 0, 0.15);
        }

        .actions {
            display: flex;
            gap: 5px;
        }

        .print-container {
            width: 100%;
            height: 92%;
            overflow: hidden;
        }

        .receipt-head {
            font-size: 26px;
            font-weight: bold;
            text-align: center;
            color: #20205f;
            padding: 12px 0;
        }

        .header-table {
            width: 100%;
            border: 2px dotted #f08a35;
            margin-bottom: 10px;
            padding: 5px;
        }

        .header-table td {
            width: 50%;
            font-weight: bold;
            font-size: 14px;
            text-align: center;
        }

        .side-by-side {
            display: flex;
            justify-content: center;
        }

        .side {
            flex: 1;
        }

        .section-title {
            display: flex;
            justify-content: center;
            align-items: center;
            border: 2px dotted #f08a35;
            padding: 5px;
            margin: 10px 0;
        }

        .section-title span {
            font-weight: bold;
            font-size: 14px;
        }

        .info-table {
            width: 100%;
            font-size: 14px;
            border-collapse: collapse;
        }

        /* Space between rows */
        .info-table tr {
            height: 18px;
        }

        .info-table td {
            padding: 2px;
        }

        /* Space between the colon and the value */
        .info-table td:nth-child(3) {
            padding-left: 10px;
        }

        .stamp {
            position: absolute;
            top: 98%;
            left: 65%;
            transform: translate(-50%, -50%) rotate(-12deg);
            border: 3px solid #2b7a3f;
            border-radius: 6px;
            padding: 4px 14px;
            color: #2b7a3f;
            font-weight: bold;
            opacity: 0.6;
        }

        .qr-code {
            position: absolute;
            bottom: 50px;
            right: 10px;
        }

        .receipt-footer {
            width: 100%;
            padding-top: 10px;
            text-align: center;
            font-size: 12px;
        }

        /* Paper has no buttons and no shadow */
        @media print {
            body {
                background-color: white;
                display: block;
                min-height: 0;
            }

            .sheet {
                box-shadow: none;
                max-width: 100%;
                width: 595px;
                height: 842px;
                overflow: hidden;
                transform-origin: top left;
            }

            #print-button,
            #save-button {
                display: none !important;
            }

            .stamp {
                top: 95%;
            }
        }
`;
